import { z } from 'zod'
import { id } from '../../../../schema/shared/values.ts'
import { command } from '../../../core/operation.ts'
import { newThread, startThread } from '../../documents/threads/index.ts'

/** Throws NOT_FOUND, INVALID for `commentBody` if a mentioned person isn't an active member. */
export const createVendorThread = command({
  id: 'vendors.create-thread',
  access: 'staff.use',
  asAnother: 'ACTING',
  input: z.object({ vendorId: id, ...newThread }),
  run: (context, { vendorId, ...thread }) => startThread(context, 'VENDOR', vendorId, thread),
})
