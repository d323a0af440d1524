"""At which range Luke could be shot at, wherever he stood; white is safe."""

import tablesim as ts
from tablesim.studies import survey_map

table, threats = ts.example("disputed-shot"), ts.Question("threats", id="luke")
survey_map(ts.judge, table, "luke", threats, step=25).scene("nearest").save("threat-map.svg")
