import * as endpoints from '../../../../schema/platform/configuration/endpoints.ts'
import { dayIn } from '../../../../schema/shared/calendar.ts'
import { commit } from '../../../core/commit.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { readRunning } from './export.ts'

/** A read that the history names, because the file leaves the company. */
export const exportConfiguration = command({
  id: 'configuration.export',
  access: 'settings.manage',
  input: inputOf(endpoints.exportConfiguration),
  idempotency: 'none',
  run: async (context) => {
    const { text, fingerprint } = await readRunning(context)
    const { companyId, timezone } = context.actor
    return commit(context, {
      subject: 'The configuration',
      statements: [],
      audit: [
        {
          changeKey: `configuration:${context.newId()}`,
          action: 'configuration.exported',
          targetType: 'COMPANY',
          targetId: companyId,
          message: 'Exported the configuration as a file',
          changeData: { after: { fingerprint } },
        },
      ],
      result: { fileName: `outlay-configuration-${dayIn(timezone, context.clock.now())}.yaml`, text },
    })
  },
})
