"""How a look at a part of the table is written: what it may use (`Probes`) and what it reports (`Finding`).

Never here: a look itself. Those of a sense lie in its own folder, all others in the doctor's.
"""
