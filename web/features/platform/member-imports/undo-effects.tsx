import type { UndoRehearsal } from '../../../../schema/platform/member-imports/endpoints.ts'
import { counted } from '../imports/index.ts'

/** What undoing an import does, said before: how many leave, and who stays because others built on them. */
export const UndoEffects = ({ rehearsal }: { rehearsal: UndoRehearsal | undefined }) => {
  if (!rehearsal)
    return 'Members it added are removed, unless they have signed in, were changed or are in use since. Anyone who stays is listed with the reason.'
  const { leaving, stayingCount, staying } = rehearsal
  return (
    <>
      <p>{counted(leaving, 'member')} will be removed.</p>
      {stayingCount > 0 && (
        <>
          <p>{counted(stayingCount, 'member')} will stay:</p>
          <ul>
            {staying.map(({ name, reason }) => (
              <li key={`${name} ${reason}`}>
                {name}: {reason}
              </li>
            ))}
            {stayingCount > staying.length && <li>And {stayingCount - staying.length} more</li>}
          </ul>
        </>
      )}
    </>
  )
}
