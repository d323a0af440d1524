"""Where may the runner come to with one move: round the wall, over it, and with which tests?"""

import tablesim as ts

ts.judge(ts.example("over-the-wall")).reach("runner").save("reach-over-terrain.svg")
