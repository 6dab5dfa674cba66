import * as endpoints from '../../../../schema/documents/chats/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { askAssistant } from './ask.ts'
import { createChatThread, listChatMessages, listChatThreads } from './threads.ts'

export const chatDoors: Door[] = [
  door(endpoints.createChatThread, createChatThread),
  door(endpoints.listChatThreads, listChatThreads),
  door(endpoints.listChatMessages, listChatMessages),
  door(endpoints.askAssistant, askAssistant),
]
