import {
  RULE_KINDS,
  type RuleKind,
  type RuleOf,
  type RuleSetContent,
} from '../../../../schema/approvals/rule-sets/rule-set.ts'
import { staleVersion } from '../../../core/errors.ts'
import { canonicalJson } from '../../../core/hash.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { describeChange, requireRuleSet, type Save, savedContent } from './change.ts'
import { changeWords } from './change-words.ts'
import { requireSound } from './check.ts'
import { contentOf } from './given.ts'
import type { RuleSubject } from './load.ts'

/**
 * Whether a change of a rule set could leave out an approval. As every set that covers something applies, more rules, lower
 * amounts and more that is covered only add to what has to be approved.
 */

/** Without rules, nothing is covered that would count. An empty list covers all. */
const coversLess = (before: readonly string[], after: readonly string[]): boolean =>
  after.length > 0 && (before.length === 0 || before.some((id) => !after.includes(id)))

/** What of a rule says whom it asks, and when but for the amount. */
const asked = ({ id: _, label: __, ...rule }: RuleOf<RuleKind>): string =>
  canonicalJson({ ...rule, ...('min' in rule && { min: 0 }) })
const leastOf = (rule: RuleOf<RuleKind>): number => ('min' in rule ? rule.min : 0)

const dropsRule = (before: RuleSetContent, after: RuleSetContent): boolean =>
  before.levels.some((level, at) =>
    RULE_KINDS.some((kind) =>
      (level[kind] as RuleOf<RuleKind>[]).some(
        (rule) =>
          !((after.levels[at]?.[kind] ?? []) as RuleOf<RuleKind>[]).some(
            (each) => asked(each) === asked(rule) && leastOf(each) <= leastOf(rule),
          ),
      ),
    ),
  )

const hasRules = ({ levels }: RuleSetContent): boolean =>
  levels.some((level) => RULE_KINDS.some((kind) => level[kind].length > 0))

const isLooser = (before: RuleSetContent, after: RuleSetContent): boolean =>
  hasRules(before) &&
  (dropsRule(before, after) ||
    coversLess(before.spendCategories, after.spendCategories) ||
    coversLess(before.businessUnits, after.businessUnits) ||
    coversLess(before.departments, after.departments))

/** What a save loosens, for people, or null. Throws what saving throws. */
export const ruleSetLoosened =
  (subject: RuleSubject) =>
  async (context: StaffContext, { spendRuleSetId, name: _, version, ...given }: Save): Promise<string | null> => {
    const set = await requireRuleSet(context, spendRuleSetId, subject)
    if (version !== undefined && version !== set.version) throw staleVersion('The rule set')
    const before = savedContent(set)
    const after = contentOf(given, before, context.newId)
    if (!isLooser(before, after)) return null
    await requireSound(context, after, before, subject)
    const { changes } = await describeChange(context, before, after)
    return `The rule set ${set.name}: ${changeWords(changes) || 'other rules'}`
  }

/** The version that a save is about, so that it isn't made of another one later. */
export const pinnedSave =
  (subject: RuleSubject) =>
  async (context: StaffContext, input: Save): Promise<Save> => {
    const { version } = await requireRuleSet(context, input.spendRuleSetId, subject)
    return { ...input, version }
  }

/** What deleting a set loosens, for people, or null for one without rules. */
export const deletionLoosens =
  (subject: RuleSubject) =>
  async (context: StaffContext, { id }: { id: string }): Promise<string | null> => {
    const set = await requireRuleSet(context, id, subject)
    return hasRules(set) ? `Delete the rule set ${set.name}` : null
  }
