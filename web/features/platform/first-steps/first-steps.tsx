import { Button, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FirstStep } from '../../../../schema/platform/first-steps/endpoints.ts'
import { type Address, to } from '../../../lib/address.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { useNotYet } from '../../../ui/settling/not-yet.ts'
import { SampleData } from '../sample-data/index.ts'
import { firstStepsQuery, keepState, setFirstSteps } from './api.ts'
import classes from './first-steps.module.css'

interface Words {
  title: string
  text: string
  links: { label: string; href: Address }[]
}

const CATEGORIES = to('/settings/intake-categories')
const WORDS: Record<FirstStep, Words> = {
  PEOPLE: {
    title: 'Add your people',
    text: 'One by one, or all at once from a file. No one gets an email unless you choose that.',
    links: [
      { label: 'Import members', href: to('/settings/members/imports/{-$importId}', {}) },
      { label: 'Add a member', href: to('/settings/members', {}, { dialog: 'new' }) },
    ],
  },
  DEPARTMENTS: {
    title: 'Set up departments',
    text: 'Requests are filed for a department, and its approvers are asked.',
    links: [{ label: 'Departments', href: to('/settings/manage-departments') }],
  },
  CATEGORY: {
    title: 'Create a first category of requests',
    text: 'Six templates come with questions and approvals. You can change everything.',
    links: [
      { label: 'Use a template', href: to('/settings/intake-categories/templates') },
      { label: 'Start from scratch', href: CATEGORIES },
    ],
  },
  TRIED: {
    title: 'Try its approvals',
    text: 'Open a workflow and choose Try: see who would approve, without filing anything.',
    links: [{ label: 'Request configuration', href: CATEGORIES }],
  },
  REQUEST: {
    title: 'File a first request',
    text: 'As everyone in your company will. Someone else has to approve it, such as a second admin.',
    links: [{ label: 'New request', href: to('/intake-requests/new') }],
  },
}

/** What is set up and what comes next. Says once that everything is, and is gone from then on. */
export const FirstSteps = () => {
  const client = useQueryClient()
  const { data, isLoading } = useQuery(firstStepsQuery)
  useNotYet(isLoading)
  const [isFinished, setFinished] = useState(false)
  const asked = useRef(false)
  const hide = useCommand({
    run: (_: undefined, { commandId }) => setFirstSteps('HIDDEN', commandId),
    success: 'Hidden. You can show the first steps again in Settings › Company.',
    onSuccess: ({ state }) => keepState(client, state),
  })
  const finish = useCommand({
    run: (_: undefined, { commandId }) => setFirstSteps('DONE', commandId),
    // The next visit asks again.
    onError: () => true,
  })
  const steps = data?.steps ?? []
  const done = steps.filter(({ isDone }) => isDone).length
  const isComplete = steps.length > 0 && done === steps.length
  useEffect(() => {
    if (!isComplete || asked.current) return
    asked.current = true
    setFinished(true)
    finish.send(undefined)
  }, [isComplete, finish.send])
  if (!data) return null
  return (
    <section className={classes.panel} aria-labelledby="first-steps">
      <div className={classes.head}>
        <h2 id="first-steps">{isFinished ? 'You’re all set' : 'First steps'}</h2>
        {isFinished ? (
          <Button variant="subtle" size="compact-sm" onClick={() => keepState(client, 'DONE')}>
            Close
          </Button>
        ) : (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            loading={hide.isPending}
            onClick={() => hide.send(undefined)}
          >
            Hide first steps
          </Button>
        )}
      </div>
      <p className={classes.done} role="status">
        {isFinished ? 'Everything your company needs to start is set up.' : `${done} of ${steps.length} done`}
      </p>
      {!isFinished && (
        <ol className={classes.list}>
          {steps.map(({ step, isDone }) => {
            const { title, text, links } = WORDS[step]
            return (
              <li key={step} className={classes.step} data-done={isDone || undefined}>
                {isDone ? <IconCircleCheckFilled size={20} aria-hidden /> : <IconCircle size={20} aria-hidden />}
                <span>
                  {title}
                  {isDone && <VisuallyHidden> (done)</VisuallyHidden>}
                </span>
                {!isDone && (
                  <>
                    <p className={classes.text}>{text}</p>
                    <div className={classes.links}>
                      {links.map(({ label, href }) => (
                        <AppLink key={label} className="ol-link" href={href}>
                          {label}
                        </AppLink>
                      ))}
                    </div>
                  </>
                )}
              </li>
            )
          })}
        </ol>
      )}
      {!isFinished && (
        <div className={classes.samples}>
          <SampleData heading="h3" />
        </div>
      )}
    </section>
  )
}
