import * as endpoints from '../../../../schema/approvals/decision-links/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { decideByLink, openDecisionLink } from './operations.ts'
import { readDecisionLinks, saveDecisionLinks } from './settings.ts'

export const decisionLinkDoors: Door[] = [
  door(endpoints.openDecisionLink, openDecisionLink),
  door(endpoints.decideByLink, decideByLink),
  door(endpoints.getDecisionLinkSettings, readDecisionLinks),
  door(endpoints.saveDecisionLinkSettings, saveDecisionLinks),
]
