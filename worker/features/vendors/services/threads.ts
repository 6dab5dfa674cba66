import { z } from 'zod'
import { id } from '../../../../schema/shared/values.ts'
import { command } from '../../../core/operation.ts'
import { newThread, startThread } from '../../documents/threads/index.ts'

/** Throws NOT_FOUND, INVALID for `commentBody` if a mentioned person isn't an active member. */
export const createServiceThread = command({
  id: 'services.create-thread',
  access: 'services.use',
  asAnother: 'ACTING',
  input: z.object({ serviceId: id, ...newThread }),
  run: (context, { serviceId, ...thread }) => startThread(context, 'SERVICE', serviceId, thread),
})
