import { Alert, Button, Group, Skeleton } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Member } from '../../../schema/members/member-endpoints.ts'
import { fullName } from '../../../schema/shared/values.ts'
import { isApiError } from '../../lib/errors.ts'
import { useCommand } from '../../lib/use-command.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ErrorState, Forbidden, NotFound } from '../../ui/states.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.ts'
import { type MemberFormLists, memberKeys, readMember, updateMember, useMember, useMemberForm } from './api.ts'
import { memberHref } from './columns.tsx'
import {
  type Clash,
  changedValues,
  inWords,
  type MemberValues,
  memberValues,
  mergeValues,
  valuesOf,
} from './form-values.ts'
import { MemberFields } from './member-fields.tsx'
import classes from './members.module.css'

export const EditMemberPage = ({ id }: { id: string }) => {
  const member = useMember(id)
  const lists = useMemberForm(id)
  const error = member.error ?? lists.error
  if (member.data && lists.data) {
    if (lists.data.refusal) return <Forbidden text={lists.data.refusal} />
    return <EditForm key={id} member={member.data} lists={lists.data} />
  }
  if (isApiError(error, 'NOT_FOUND') || isApiError(error, 'INVALID')) return <NotFound />
  if (isApiError(error, 'FORBIDDEN')) return <Forbidden text={error.message} />
  const retry = () => {
    void member.refetch()
    void lists.refetch()
  }
  return (
    <>
      <PageHeader title="…" tabTitle="Edit member" />
      {error ? <ErrorState error={error} onRetry={retry} /> : <Skeleton height={320} />}
    </>
  )
}

interface Met {
  clashes: Clash[]
  taken: string[]
  theirs: MemberValues
}

const EditForm = ({ member, lists }: { member: Member; lists: MemberFormLists }) => {
  const router = useRouter()
  const name = fullName(member)
  // What the form was made from: a refetch in the background changes neither the fields nor what they are compared to.
  const [base, setBase] = useState(() => ({ member, values: valuesOf(member) }))
  const [met, setMet] = useState<Met | null>(null)
  const [saved, setSaved] = useState(false)
  const form = useForm<MemberValues>({
    initialValues: base.values,
    validate: schemaResolver(memberValues, { sync: true }),
  })
  const isDirty = Object.keys(changedValues(base.values, form.values)).length > 0
  useLeaveGuard(isDirty && !saved, `Your changes to ${name} are not saved and would be lost.`)

  /** Somebody else was first: what they changed is taken over, what both changed is shown side by side. */
  const meet = useCommand<undefined, Member>({
    run: () => readMember(member.id),
    onSuccess: (latest) => {
      const theirs = valuesOf(latest)
      const { merged, clashes, taken } = mergeValues(base.values, form.values, theirs)
      form.setValues(merged)
      setBase({ member: latest, values: theirs })
      setMet({ clashes, taken, theirs })
      window.scrollTo({ top: 0 })
    },
  })
  const save = useCommand<MemberValues>({
    run: (values, { commandId }) =>
      updateMember(
        member.id,
        { version: base.member.version, ...changedValues(base.values, memberValues.parse(values)) },
        commandId,
      ),
    form,
    success: `${name} saved`,
    invalidates: [memberKeys.all],
    onSuccess: () => setSaved(true),
    onError: (error) => {
      if (isApiError(error, 'CONFLICT') && error.reason === 'STALE_VERSION') {
        meet.send(undefined)
        return true
      }
      return isApiError(error) && error.fields ? true : undefined
    },
  })
  // The guard must have heard of it first.
  useEffect(() => {
    if (saved) router.history.push(memberHref(member.id))
  }, [saved, router, member.id])

  return (
    <>
      <PageHeader
        title={`Edit ${name}`}
        breadcrumbs={[
          { label: 'Members', href: '/settings/members' },
          { label: name, href: memberHref(member.id) },
        ]}
      />
      <form onSubmit={form.onSubmit((values) => save.send(values))} noValidate className={classes.form}>
        {met && <Meeting met={met} lists={lists} member={base.member} onTake={(clash) => takeTheirs(clash)} />}
        <MemberFields form={form} lists={lists} member={base.member} />
        <Group justify="flex-end" gap="xs">
          <Button variant="subtle" color="gray" component={AppLink} href={memberHref(member.id)}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending || meet.isPending} disabled={saved}>
            {met?.clashes.length ? 'Save mine' : 'Save member'}
          </Button>
        </Group>
      </form>
    </>
  )

  function takeTheirs(clash: Clash): void {
    form.setFieldValue(clash.key, clash.theirs as never)
    setMet((current) => current && { ...current, clashes: current.clashes.filter(({ key }) => key !== clash.key) })
  }
}

const namesIn = (member: Member, lists: MemberFormLists): Map<string, string> => {
  const { departments, businessUnits, groups, entities, locations } = lists
  const options = [departments, businessUnits, groups, entities, locations].flat()
  const own = [member.departments, member.businessUnits, member.groups, member.entities].flat()
  return new Map([
    ...options.map(({ value, label }): [string, string] => [value, label]),
    ...[...own, member.manager, member.location].flatMap((unit): [string, string][] =>
      unit ? [[unit.id, unit.name]] : [],
    ),
  ])
}

interface MeetingProps {
  met: Met
  lists: MemberFormLists
  member: Member
  onTake: (clash: Clash) => void
}

const Meeting = ({ met, lists, member, onTake }: MeetingProps) => {
  const names = namesIn(member, lists)
  return (
    <Alert color="yellow" role="alert" className={classes.meeting ?? ''}>
      <p>
        <strong>Somebody changed this member in the meantime.</strong>
      </p>
      {met.taken.length > 0 && <p>Taken over from them: {met.taken.join(', ')}.</p>}
      {met.clashes.length === 0 ? (
        <p>What you changed is still here. Save again to keep both.</p>
      ) : (
        <>
          <p>You both changed these. Yours are in the form; save to keep them, or take theirs.</p>
          <ul className={classes.clashes}>
            {met.clashes.map((clash) => (
              <li key={clash.key}>
                <div>
                  <p>
                    <strong>{clash.label}</strong>
                  </p>
                  <p>Theirs: {inWords(clash.theirs, names)}</p>
                  <p>Yours: {inWords(clash.mine, names)}</p>
                </div>
                <Button variant="default" size="compact-sm" onClick={() => onTake(clash)}>
                  Take theirs: {clash.label}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  )
}
