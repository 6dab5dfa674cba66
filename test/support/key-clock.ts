/** The time of pressed keys, in milliseconds. It goes on from one test file to the next, as what keys remember does. */
export const keyClock = { now: 0 }
