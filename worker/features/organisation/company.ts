import { z } from 'zod'
import { id } from '../../../schema/shared/values.ts'
import { commit } from '../../core/commit.ts'
import { guardOneRow } from '../../core/database.ts'
import { notFound } from '../../core/errors.ts'
import { command } from '../../core/operation.ts'

/** Whether the logos of vendors are looked up by themselves. Errors: NOT_FOUND for another company. */
export const setAutoCompanyLogos = command({
  id: 'organisation.set-auto-company-logos',
  access: 'settings.manage',
  input: z.object({ companyId: id, enable: z.boolean() }),
  run: async (context, { companyId, enable }) => {
    const { db, actor } = context
    if (companyId !== actor.companyId) throw notFound('The company')
    const before = actor.policy.company.enableAutoCompanyLogos
    return commit(context, {
      subject: 'The company',
      statements: [
        db.sql(
          `UPDATE companies SET flags = json_set(flags, '$.enableAutoCompanyLogos', json(?)), version = version + 1
            WHERE id = ?`,
          String(enable),
          companyId,
        ),
        guardOneRow(db),
      ],
      audit:
        before === enable
          ? []
          : [
              {
                changeKey: `company:${companyId}:auto-logos:${context.newId()}`,
                action: 'company.auto-logos-changed',
                targetType: 'COMPANY',
                targetId: companyId,
                message: `Turned automatic company logos ${enable ? 'on' : 'off'}`,
                changeData: { before: { enableAutoCompanyLogos: before }, after: { enableAutoCompanyLogos: enable } },
              },
            ],
      result: { id: companyId },
    })
  },
})
