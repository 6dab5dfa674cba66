import { useState } from 'react'
import {
  type Member,
  updateMember as updateMemberEndpoint,
} from '../../../../schema/platform/members/member-endpoints.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { type Address, to } from '../../../lib/address.ts'
import { EditConflict } from '../../../ui/edit-conflict.tsx'
import { useBodyForm } from '../../../ui/endpoint-form.ts'
import { FormFrame } from '../../../ui/form-frame.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { Forbidden } from '../../../ui/states.tsx'
import { useEdit } from '../../../ui/use-edit.ts'
import { useKeptForm } from '../../../ui/use-saved-form.ts'
import { GuardedChanges, saidOfRights } from '../guarded/index.ts'
import { type MemberFormLists, memberKeys, readMember, updateMember, useMember, useMemberForm } from './api.ts'
import { memberHref } from './columns.tsx'
import { changedValues, inWords, mergeValues, valuesOf } from './form-values.ts'
import { MemberFields } from './member-fields.tsx'

export const EditMemberPage = ({ id }: { id: string }) => {
  const member = useMember(id)
  const lists = useMemberForm(id)
  if (member.data && lists.data) {
    if (lists.data.refusal) return <Forbidden text={lists.data.refusal} />
    return <EditForm key={id} member={member.data} lists={lists.data} />
  }
  const retry = () => {
    void member.refetch()
    void lists.refetch()
  }
  return <PendingPage title="Edit member" error={member.error ?? lists.error} onRetry={retry} />
}

const EditForm = ({ member, lists }: { member: Member; lists: MemberFormLists }) => {
  const name = fullName(member)
  const href = memberHref(member.id)
  const [savedTo, setSavedTo] = useState<Address | null>(null)
  const form = useBodyForm(updateMemberEndpoint, { initial: valuesOf(member) })
  const edit = useEdit({
    item: member,
    form,
    valuesOf,
    read: () => readMember(member.id),
    save: (values, base, commandId) =>
      updateMember(
        member.id,
        { version: base.item.version, ...changedValues(base.values, { ...values, ...form.bodyOf(values) }) },
        commandId,
      ),
    merge: mergeValues,
    success: (_, answer) => saidOfRights(`${name} saved`, answer),
    invalidates: [memberKeys.all],
    onSaved: () => setSavedTo(href),
  })
  const { met, base } = edit
  const draft = useKeptForm(form, {
    name: `member.${member.id}`,
    savedTo,
    ...edit.kept,
  })
  const names = namesIn(base.item, lists)
  return (
    <>
      <PageHeader
        title={`Edit ${name}`}
        breadcrumbs={[
          { label: 'Members', href: to('/settings/members') },
          { label: name, href },
        ]}
      />
      <GuardedChanges />
      <FormFrame
        form={form}
        send={edit.send}
        isPending={edit.isPending}
        disabled={savedTo !== null}
        cancel={href}
        submit={edit.saveText('Save member')}
        draft={draft}
        width="44rem"
      >
        {met && (
          <EditConflict
            what="member"
            clashes={met.clashes}
            taken={met.taken}
            both={(key) => ({ mine: inWords(met.mine[key], names), theirs: inWords(met.theirs[key], names) })}
            onTake={edit.takeTheirs}
          />
        )}
        <MemberFields form={form} lists={lists} member={base.item} />
      </FormFrame>
    </>
  )
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
