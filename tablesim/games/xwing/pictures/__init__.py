"""What the pictures of the verdicts show.  Everything drawn was measured by the verdict itself."""

from .explain import explained_scene
from .moves import fan_scene, film_scenes, move_scene, reach_scene, slide_scene, steps_scene
from .shots import arcs_scene, attack_scene, deploy_scene, range_scene, threats_scene

__all__ = [
    "arcs_scene",
    "attack_scene",
    "deploy_scene",
    "explained_scene",
    "fan_scene",
    "film_scenes",
    "move_scene",
    "range_scene",
    "reach_scene",
    "slide_scene",
    "steps_scene",
    "threats_scene",
]
