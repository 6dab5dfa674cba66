import { z } from 'zod'
import { plainWords } from '../../schema/shared/plain-words.ts'

// Forms use the server's words for what they check before sending.
z.config({ localeError: plainWords })
