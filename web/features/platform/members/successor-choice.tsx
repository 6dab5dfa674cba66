import { Box, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import type { OpenApprovals } from '../../../../schema/platform/members/member-endpoints.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { AsyncOptionSelect } from '../lookups/index.ts'

type Choice = 'person' | 'otherwise'

/**
 * Who takes over, or no one in particular.
 * @param suggested the default: the manager
 * @param mayChoose otherwise no one is named, whatever was suggested
 */
export const useSuccessor = (suggested: OpenApprovals['suggested'], mayChoose: boolean) => {
  const [choice, setChoice] = useState<Choice>(suggested ? 'person' : 'otherwise')
  const [userId, setUserId] = useState<string | null>(suggested?.id ?? null)
  const [problem, setProblem] = useState<string | null>(null)
  const isPerson = mayChoose && choice === 'person'
  return {
    suggested,
    mayChoose,
    choice,
    setChoice,
    userId,
    setUserId: (next: string | null) => {
      setUserId(next)
      setProblem(null)
    },
    problem,
    setProblem,
    chosen: isPerson ? userId : null,
    /** Whether the choice is complete. Shows beside the field what is missing. */
    check: (): boolean => {
      if (!isPerson || userId) return true
      setProblem('Required')
      return false
    },
  }
}

interface SuccessorChoiceProps {
  label: string
  /** The name of the person field. */
  field: string
  state: ReturnType<typeof useSuccessor>
  /** The text for no one. */
  otherwise: string
  help: string
  /** Why their manager isn't suggested. */
  why?: string | undefined
}

/** Hidden for people who can't choose. */
export const SuccessorChoice = ({ label, field, state, otherwise, help, why }: SuccessorChoiceProps) => {
  const { suggested, choice } = state
  if (!state.mayChoose) return null
  return (
    <Radio.Group label={label} description={why} value={choice} onChange={(next) => state.setChoice(next as Choice)}>
      <Stack gap="xs" mt="xs">
        <Radio value="person" label="Someone else" />
        {choice === 'person' && (
          <Box pl={32}>
            <AsyncOptionSelect
              kind="member"
              label={field}
              description={
                suggested ? `${fullName(suggested)} is their manager.` : !why && 'They have no manager to suggest.'
              }
              required
              {...(suggested ? { known: [{ value: suggested.id, label: fullName(suggested) }] } : {})}
              value={state.userId}
              error={state.problem}
              onChange={state.setUserId}
            />
          </Box>
        )}
        <Radio value="otherwise" label={otherwise} description={help} />
      </Stack>
    </Radio.Group>
  )
}
