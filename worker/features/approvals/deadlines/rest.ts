import { getDeadlineSettings, saveDeadlineSettings } from '../../../../schema/approvals/deadlines/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { readDeadlines, saveDeadlines } from './settings.ts'

export const deadlineDoors: Door[] = [
  door(getDeadlineSettings, readDeadlines),
  door(saveDeadlineSettings, saveDeadlines),
]
