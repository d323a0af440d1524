"""The pictures of the UNFORGED judge: each is made of what its verdict measured."""

from .areas import area_scene, scatter_scene
from .eye import cover_plan, eye_scene, silhouette_scene
from .moves import engaged_scene, path_scene, push_scene, region_scene
from .sight import range_scene, sector_scene

__all__ = [
    "area_scene",
    "cover_plan",
    "engaged_scene",
    "eye_scene",
    "path_scene",
    "push_scene",
    "range_scene",
    "region_scene",
    "scatter_scene",
    "sector_scene",
    "silhouette_scene",
]
