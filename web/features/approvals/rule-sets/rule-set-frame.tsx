import { Menu } from '@mantine/core'
import { IconFlask, IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useGo } from '../../../lib/address.ts'
import { Section } from '../../../ui/details.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { PendingPage } from '../../../ui/pending-page.tsx'
import { History } from '../../platform/audit/index.ts'
import { keysOf, type RuleSetAnswer, useRuleSet } from './api.ts'
import { NameDialog } from './name-dialog.tsx'
import { useRuleSubject } from './rule-subject.ts'
import { useDeleteRuleSet } from './use-delete-rule-set.ts'

interface RuleSetFrameProps {
  id: string
  tab: 'rules' | 'custom-fields'
  tabTitle: (name: string) => string
  children: (ruleSet: RuleSetAnswer) => ReactNode
}

/** What the pages of one rule set have in common: its name, its parts and its history. */
export const RuleSetFrame = ({ id, tab, tabTitle, children }: RuleSetFrameProps) => {
  const go = useGo()
  const subject = useRuleSubject()
  const { listHref, simulateHref, hrefOf, fieldsHrefOf, history, words } = subject
  const crumbs = [{ label: words.title, href: listHref }]
  const [renaming, setRenaming] = useState(false)
  const { data, error, refetch } = useRuleSet(id)
  const ask = useDeleteRuleSet(() => go.instead(listHref, { unasked: true }))
  if (!data) {
    const retry = () => void refetch()
    return <PendingPage title="Rule set" breadcrumbs={crumbs} error={error} onRetry={retry} />
  }
  return (
    <>
      <PageHeader
        title={data.name}
        tabTitle={tabTitle(data.name)}
        breadcrumbs={crumbs}
        menu={
          <>
            <Menu.Item leftSection={<IconFlask size={16} aria-hidden />} onClick={() => go.to(simulateHref)}>
              {words.simulateLabel}
            </Menu.Item>
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setRenaming(true)}>
              Rename
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void ask(data)}>
              Delete rule set
            </Menu.Item>
          </>
        }
      />
      {fieldsHrefOf && (
        <LinkTabs
          label="Parts of the rule set"
          current={tab}
          tabs={[
            { id: 'rules', label: 'Rules', href: hrefOf(id) },
            { id: 'custom-fields', label: 'Custom fields', href: fieldsHrefOf(id) },
          ]}
        />
      )}
      {children(data)}
      <Section id="history" title="History">
        <History targetType={history} targetId={id} queryKey={[...keysOf(subject).one(id), 'history', data.version]} />
      </Section>
      <NameDialog ruleSet={data} opened={renaming} onClose={() => setRenaming(false)} />
    </>
  )
}
