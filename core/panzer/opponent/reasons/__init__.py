"""Why a computer player of Panzer orders what it does: each order by what its own chapter of the judgement weighs."""
