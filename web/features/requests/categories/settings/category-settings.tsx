import { Button, Radio, Stack, Switch, Text } from '@mantine/core'
import { useCallback, useMemo } from 'react'
import { APPROVAL_MODE_WORDS } from '../../../../../schema/platform/company/approval-modes.ts'
import type { IntakeCategorySettings } from '../../../../../schema/requests/endpoints.ts'
import type { FormDefinition } from '../../../../../schema/requests/forms/form.ts'
import { useGo } from '../../../../lib/address.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { BuilderFrame } from '../../../../ui/builder/builder-frame.tsx'
import { focusSoon } from '../../../../ui/builder/focus.ts'
import { ConflictDialog } from '../../../../ui/builder/notices.tsx'
import { useBuilder } from '../../../../ui/builder/use-builder.ts'
import { useSave } from '../../../../ui/builder/use-save.ts'
import { confirm } from '../../../../ui/confirm.tsx'
import { AsyncOptionSelect } from '../../../platform/lookups/index.ts'
import { useCan, useCompany } from '../../../platform/session/index.ts'
import { type CategoryForSettings, configurationKeys, deleteCategory, readSettings, saveSettings } from '../api.ts'
import { useCategoryKind } from '../category-kinds.ts'
import { columnElementId } from '../columns/column-rows.tsx'
import { deletionText } from '../list/deletion-text.ts'
import { CategoryColumns } from './category-columns.tsx'
import classes from './settings.module.css'
import { draftOf, isSettingsDraft, type SettingsDraft, settingsProblems } from './settings-edits.ts'

const MODE_TEXTS = {
  EACH_LEVEL_GROUP: 'Level by level: approvers are notified once all earlier levels have approved',
  ALL_AT_ONCE: 'All at once: every approver is notified as soon as the request is submitted',
}
const OWNERS_ID = 'category-owners'

interface CategorySettingsProps {
  category: CategoryForSettings
  settings: IntakeCategorySettings
  form: FormDefinition
  rules: { id: string; label: string; type: string; workflowLabel: string }[]
}

/** Approval mode, assignees, owners and columns of a category, saved together, and deleting it. */
export const CategorySettings = ({ category, settings, form, rules }: CategorySettingsProps) => {
  const company = useCompany()
  const mayChooseOwners = useCan()('settings.manage')
  const builder = useBuilder<SettingsDraft>({
    initial: useMemo(() => draftOf(settings), [settings]),
    version: settings.version,
    draftName: `category-settings.${category.id}`,
    isDraftOf: isSettingsDraft,
  })
  const draft = builder.value
  const save = useSave<SettingsDraft>({
    save: async ({ value, version }, commandId) =>
      (await saveSettings(category.id, { ...value, version }, commandId)).version,
    readTheirs: async () => {
      const theirs = await readSettings(category.id)
      return { value: draftOf(theirs), version: theirs.version }
    },
    success: 'Settings saved',
    onSaved: builder.markSaved,
    onReloaded: builder.replace,
    invalidates: [configurationKeys.categories, configurationKeys.history(category.id)],
  })
  const { edit: editValue } = builder
  const { clearFields } = save
  // biome-ignore lint/correctness/useExhaustiveDependencies: clearing the server's messages never changes
  const change = useCallback(
    (patch: Partial<SettingsDraft>, mergeKey: string | null = null) => {
      clearFields()
      editValue((value) => ({ ...value, ...patch }), mergeKey)
    },
    [editValue],
  )
  const problems = settingsProblems(draft, save.fields)
  const jumpTo = (id: string): void =>
    focusSoon(id === 'ownerIds' ? [OWNERS_ID] : [columnElementId('category', id), columnElementId('category')])
  const onSave = (): void => {
    const [first] = settingsProblems(draft)
    if (first) jumpTo(first.id)
    else save.send({ value: draft, version: builder.version })
  }
  return (
    <BuilderFrame
      builder={builder}
      what="these settings"
      saving={save.isPending}
      onSave={onSave}
      saveLabel="Save settings"
      problems={problems.map(({ id, message }) => ({
        key: `${id}:${message}`,
        where: id === 'ownerIds' ? 'Owners' : 'Columns of the list',
        message,
        jump: () => jumpTo(id),
      }))}
    >
      <div className={classes.settings}>
        <section aria-labelledby="settings-approvals">
          <h2 id="settings-approvals">Approvals</h2>
          <Radio.Group
            label="When approvers are notified"
            description="Applies to new requests; requests in progress are unaffected."
            value={draft.approvalMode ?? 'COMPANY'}
            onChange={(mode) =>
              change({ approvalMode: mode === 'COMPANY' ? null : (mode as SettingsDraft['approvalMode']) })
            }
          >
            <Stack gap={8} mt="xs" mb={6}>
              <Radio
                value="COMPANY"
                label={`Company default, currently ${APPROVAL_MODE_WORDS[company.requestApprovalMode]}`}
              />
              <Radio value="EACH_LEVEL_GROUP" label={MODE_TEXTS.EACH_LEVEL_GROUP} />
              <Radio value="ALL_AT_ONCE" label={MODE_TEXTS.ALL_AT_ONCE} />
            </Stack>
          </Radio.Group>
        </section>
        <section aria-labelledby="settings-people">
          <h2 id="settings-people">People</h2>
          {mayChooseOwners ? (
            <AsyncOptionSelect
              id={OWNERS_ID}
              kind="member"
              multiple
              label="Owners"
              description="They can see every request in the category and change its form, workflows and settings."
              placeholder={draft.ownerIds.length ? '' : 'Admins only'}
              known={settings.owners.map(({ id, name }) => ({ value: id, label: name }))}
              value={draft.ownerIds}
              onChange={(ownerIds) => change({ ownerIds })}
              error={problems.find((problem) => problem.id === 'ownerIds')?.message}
            />
          ) : (
            <>
              <Text size="sm" fw={500}>
                Owners
              </Text>
              <Text size="sm">{settings.owners.map(({ name }) => name).join(', ') || 'Admins only'}</Text>
              <Text size="xs" c="dimmed">
                They can see every request in the category and set it up. An admin chooses them.
              </Text>
            </>
          )}
          <Switch
            mt="md"
            label="Requests have an assignee"
            description="One person responsible for each request, shown in lists and on the request."
            checked={draft.enableAssignees}
            onChange={(event) => change({ enableAssignees: event.currentTarget.checked })}
          />
          {(settings.canRequirePersonCheck || settings.requirePersonCheck) && (
            <Switch
              mt="md"
              label="Check that senders are people"
              description="Keeps programs out with Cloudflare Turnstile. Most people see a box that ticks itself."
              checked={draft.requirePersonCheck}
              onChange={(event) => change({ requirePersonCheck: event.currentTarget.checked })}
            />
          )}
        </section>
        <section aria-labelledby="settings-columns">
          <h2 id="settings-columns">Columns of the list</h2>
          <Text size="sm" c="dimmed" mb="sm">
            Shown in this category’s request list in addition to the standard columns.
          </Text>
          <CategoryColumns
            columns={draft.dashboardCustomColumns}
            form={form}
            rules={rules}
            problems={problems}
            onChange={(dashboardCustomColumns, mergeKey) => change({ dashboardCustomColumns }, mergeKey)}
          />
        </section>
        <DeleteCategory category={category} />
      </div>
      <ConflictDialog what="These settings" {...save.conflict} />
    </BuilderFrame>
  )
}

const DeleteCategory = ({ category }: { category: CategoryForSettings }) => {
  const go = useGo()
  const { list } = useCategoryKind()
  const remove = useCommand<void>({
    run: (_, { commandId }) => deleteCategory(category.id, commandId),
    success: `${category.name} deleted`,
    onSuccess: () => go.to(list, { unasked: true }),
  })
  const ask = async (): Promise<void> => {
    const agreed = await confirm({
      title: `Delete ${category.name}?`,
      text: deletionText(category),
      confirmLabel: 'Delete category',
      danger: true,
    })
    if (agreed) remove.send()
  }
  return (
    <section aria-labelledby="settings-delete">
      <h2 id="settings-delete">Delete this category</h2>
      <Text size="sm" c="dimmed" mb="sm">
        {deletionText(category)}
      </Text>
      <Button variant="outline" color="red" onClick={() => void ask()} loading={remove.isPending}>
        Delete category
      </Button>
    </section>
  )
}
