"""Formats of other programs: squads (XWS), boards and saves of virtual tables, GeoJSON, rows."""
