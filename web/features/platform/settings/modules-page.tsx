import { Skeleton, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CompanySettings } from '../../../../schema/platform/company/endpoints.ts'
import { flagWords } from '../../../../schema/platform/company/flags.ts'
import { MODULE_NEEDS, MODULES, type Module } from '../../../../schema/platform/company/modules.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { companySettingsQuery, saveCompanySettings } from '../company/index.ts'
import { companyQuery } from '../session/index.ts'
import classes from './settings.module.css'

type State = CompanySettings['modules'][number]

const labelOf = (module: Module): string => flagWords(module).label

interface Switched {
  module: Module
  isOn: boolean
  /** That are turned off with it. */
  with: Module[]
}

/** Settings › Company › Modules: what the company uses, among what the platform gives it. */
export const ModulesPage = () => {
  const { data, error, refetch } = useQuery({ ...companySettingsQuery, staleTime: 0 })
  return (
    <>
      <PageHeader
        title="Modules"
        subtitle="The parts of Outlay your company uses. Turning a module off hides it for everyone. Nothing in it is deleted."
      />
      {data ? (
        <Modules states={data.modules} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={480} maw="52rem" />
      )}
    </>
  )
}

const Modules = ({ states }: { states: State[] }) => {
  const isOn = new Map(states.map((state) => [state.module, state.isOn]))
  const save = useCommand<Switched>({
    run: (asked, { commandId }) =>
      saveCompanySettings(
        { modules: Object.fromEntries([asked.module, ...asked.with].map((module) => [module, asked.isOn])) },
        commandId,
      ),
    success: (_, asked) => `${labelOf(asked.module)} turned ${asked.isOn ? 'on' : 'off'}`,
    invalidates: [companySettingsQuery.queryKey, companyQuery.queryKey],
  })
  const turnOff = async (module: Module): Promise<void> => {
    const users = MODULES.filter((other) => MODULE_NEEDS[other] === module && isOn.get(other))
    const agreed = await confirm({
      title: `Turn off ${labelOf(module)}?`,
      text: [
        'It’s hidden for everyone in your company. Nothing is deleted, and you can turn it on again at any time.',
        users.length > 0 && `Also turned off, because it needs this: ${users.map(labelOf).join(', ')}.`,
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: `Turn off ${labelOf(module)}`,
      danger: true,
    })
    if (agreed) save.send({ module, isOn: false, with: users })
  }
  return (
    <ul className={classes.modules}>
      {states.map(({ module, isAllowed, isOn: on }) => {
        const need = MODULE_NEEDS[module]
        const lacks = need !== undefined && !isOn.get(need) ? need : undefined
        return (
          <li key={module}>
            {isAllowed || on ? (
              <Switch
                label={labelOf(module)}
                description={[flagWords(module).text, need && `Needs ${labelOf(need)}${lacks ? ', which is off' : ''}.`]
                  .filter(Boolean)
                  .join(' ')}
                checked={on}
                disabled={save.isPending || (!on && lacks !== undefined)}
                onChange={() => (on ? void turnOff(module) : save.send({ module, isOn: true, with: [] }))}
              />
            ) : (
              <div className={classes.missing}>
                <div>
                  <span className={classes.label}>{labelOf(module)}</span>
                  <span className={classes.text}>{flagWords(module).text} Ask Outlay to add it to your company.</span>
                </div>
                <StatusBadge plain tone="draft" label="Not included" />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
