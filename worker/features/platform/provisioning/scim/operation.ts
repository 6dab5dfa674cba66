import type { z } from 'zod'
import { changeOf, queryOf, register, type StaffContext, type SystemContext } from '../../../../core/operation.ts'

/**
 * Operations of identity providers. Their principal is the company's provisioning key, which may do nothing else; within
 * them acts "Provisioning" (../actor.ts), whom the rules of members and groups hold.
 */
export type ProvisioningContext = SystemContext & { acting: StaffContext }

interface Definition<I extends z.ZodType, O> {
  id: string
  input: I
  run: (context: StaffContext, input: z.output<I>) => Promise<O>
}

const actingIn = (context: SystemContext): StaffContext => {
  const { acting } = context as Partial<ProvisioningContext>
  if (!acting) throw new Error('Only a call with a provisioning key has one who acts')
  return acting
}

export const provisioningQuery = <I extends z.ZodType, O>({ id, input, run }: Definition<I, O>) =>
  register(queryOf({ id, input, access: 'system.provision', run: (context, given) => run(actingIn(context), given) }))

export const provisioningCommand = <I extends z.ZodType, O>({ id, input, run }: Definition<I, O>) =>
  register(
    changeOf({
      id,
      input,
      access: 'system.provision',
      idempotency: 'none',
      run: (context, given) => run(actingIn(context), given),
    }),
  )
