"""Parts to print or to cut from cardboard, made from the numbers that wiring and simulated table use: `make parts`.

Never: meshes in the repository; drivers. Solids need the library manifold3d, which only `make parts` installs.
"""
