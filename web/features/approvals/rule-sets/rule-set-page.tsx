import { z } from 'zod'
import { usePageSearch } from '../../../lib/search-params.ts'
import { RESULT_PANELS } from '../workflows/index.ts'
import { RuleSetBuilder } from './rule-set-builder.tsx'
import { RuleSetFrame } from './rule-set-frame.tsx'
import { useRuleSubject } from './rule-subject.ts'

const search = z.object({ panel: z.enum(RESULT_PANELS).optional().catch(undefined) })

/** One rule set: its rules. */
export const RuleSetPage = ({ id }: { id: string }) => {
  const [{ panel }, setSearch] = usePageSearch(search)
  const { words } = useRuleSubject()
  return (
    <RuleSetFrame id={id} tab="rules" tabTitle={(name) => `${words.title} - ${name}`}>
      {(ruleSet) => (
        <RuleSetBuilder
          key={id}
          ruleSet={ruleSet}
          panel={panel ?? 'picture'}
          onPanel={(next) => setSearch({ panel: next === 'picture' ? undefined : next })}
        />
      )}
    </RuleSetFrame>
  )
}
