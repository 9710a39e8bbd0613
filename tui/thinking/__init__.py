"""Where computer players think: beside the screens, in processes of their own.

`Thoughts` is what screens and the host ask. `parcel` is what crosses the border to a process, `worker` is what runs
there, `process` is one of them from outside, `pool` shares them out; `inside` thinks in threads of the program itself.
"""
