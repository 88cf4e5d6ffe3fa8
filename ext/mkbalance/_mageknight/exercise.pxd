"""What random games have met so far. See exercise.pyx."""

from libc.stdint cimport uint64_t

cdef struct Ledger:
    uint64_t acts[64]         # actions by Act, those without an alternative too
    uint64_t plays[768]       # card row * 3 + 0 basic, 1 powered, 2 sideways
    uint64_t units[2048]      # Unit row * 8 + option
    uint64_t skills[4096]     # Skill row * 16 + option
    uint64_t owned[256]       # games at whose end the Skill was held
    uint64_t tactics[32]      # taken, by row
    uint64_t asked[256]       # answers given, by Op or Task
    uint64_t entered[32]      # moves onto a standing site
    uint64_t fought[32]       # fights by Site
    uint64_t conquered[32]    # by Site
    uint64_t interacted[32]   # interactions by Site
    uint64_t enemies[256]     # enemies met, by row
    uint64_t possessed[32]
    uint64_t heads[64]        # dragon heads met, head * 12 + level - 1
    uint64_t cities[8]        # cities fought over, by Colour
    uint64_t horsemen[32]     # Horsemen met, Horseman * 6 + level - 1
    uint64_t traps[16]        # that struck, by row
    uint64_t floors[8]        # of ziggurats and then of pyramids: floors fought on
    uint64_t factions[32]     # faction tokens used, by row
    uint64_t tiles[64]        # turned up, by row
    uint64_t quests[32]       # quest cards revealed, by row
    uint64_t quest_steps[256] # steps of them done, by row
    uint64_t quest_tries[256] # and begun
    uint64_t quest_ends[64]   # of each card, completed and failed
    uint64_t most[32]         # largest number seen of what has a capacity, see LIMITS
    uint64_t fights           # of all kinds
    uint64_t air              # the dragon in the air
    uint64_t lair
    uint64_t decisions
