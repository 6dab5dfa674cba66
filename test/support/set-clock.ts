import { vi } from 'vitest'
import { startClock } from './clock.ts'

// A file before this one, in the same process, may have left its own.
vi.useRealTimers()
startClock(process.env.TEST_CLOCK)
