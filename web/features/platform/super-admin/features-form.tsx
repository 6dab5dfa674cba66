import { Button, Group, Switch } from '@mantine/core'
import { useState } from 'react'
import { FLAG_GROUPS, type FlagWords } from '../../../../schema/platform/company/flags.ts'
import type { ManagedCompany } from '../../../../schema/platform/super-admin/endpoints.ts'
import type { CompanyFlag } from '../../../../schema/shared/permissions.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import { useDraft } from '../../../ui/drafts/use-draft.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { changeCompany, superAdminKeys } from './api.ts'
import classes from './super-admin.module.css'

type Changes = Partial<Record<CompanyFlag, boolean>>

const counted = (count: number): string => (count === 1 ? '1 change' : `${count} changes`)

/** Every feature of a company with what it does. Only changed ones are saved, so two people don't undo each other. */
export const FeaturesForm = ({ company }: { company: ManagedCompany }) => {
  const [changes, setChanges] = useState<Changes>({})
  const changed = Object.fromEntries(
    Object.entries(changes).filter(([flag, isOn]) => company[flag as CompanyFlag] !== isOn),
  ) as Changes
  const count = Object.keys(changed).length
  const draft = useDraft<Changes>({
    name: `super-admin.features.${company.id}`,
    value: changed,
    version: 0,
    dirty: count > 0,
    isDraftOf: (value): value is Changes => Object.values(value ?? []).every((isOn) => typeof isOn === 'boolean'),
    onRestore: setChanges,
    onUndo: setChanges,
  })
  useLeaveGuard(count > 0)
  const save = useCommand<Changes>({
    run: (featureFlags, { commandId }) => changeCompany(company.id, { featureFlags }, commandId),
    success: (_, saved) => `${counted(Object.keys(saved).length)} saved`,
    invalidates: [superAdminKeys.all],
  })
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        save.send(changed)
      }}
    >
      <DraftNotice draft={draft} />
      {FLAG_GROUPS.map(({ title, flags }) => (
        <section key={title} aria-label={title}>
          <h2 className={classes.heading}>{title}</h2>
          <ul className={classes.rows}>
            {(Object.entries(flags) as [CompanyFlag, FlagWords][]).map(([flag, words]) => (
              <li key={flag} className={classes.row}>
                <FlagRow
                  words={words}
                  isOn={changes[flag] ?? company[flag]}
                  isTurnedOff={(company.turnedOff as CompanyFlag[]).includes(flag)}
                  onChange={(isOn) => setChanges((all) => ({ ...all, [flag]: isOn }))}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Group gap="xs" className={classes.bar ?? ''}>
        <Button type="submit" loading={save.isPending} disabled={count === 0}>
          {count > 0 ? `Save ${counted(count)}` : 'Save changes'}
        </Button>
        {count > 0 && (
          <Button variant="subtle" color="gray" onClick={() => setChanges({})} disabled={save.isPending}>
            Discard
          </Button>
        )}
      </Group>
    </form>
  )
}

interface FlagRowProps {
  words: FlagWords
  isOn: boolean
  /** The company has it, and turned it off itself. */
  isTurnedOff: boolean
  onChange: (isOn: boolean) => void
}

/** A feature that doesn't exist yet has no switch, unless it was left on. Nor has what the company does itself. */
const FlagRow = ({ words: { label, text, isMissing, setBy }, isOn, isTurnedOff, onChange }: FlagRowProps) =>
  setBy !== undefined || (isMissing && !isOn) ? (
    <div className={classes.missing}>
      <div>
        <span className={classes.label}>{label}</span>
        <span className={classes.text}>{text}</span>
      </div>
      {setBy !== undefined && isOn ? (
        <StatusBadge plain tone="positive" label="On" />
      ) : (
        <StatusBadge plain tone="draft" label={setBy ?? 'Not part of Outlay yet'} />
      )}
    </div>
  ) : (
    <Switch
      label={label}
      description={[text, isMissing && 'Not part of Outlay yet.', isTurnedOff && 'Turned off by the company.']
        .filter(Boolean)
        .join(' ')}
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
