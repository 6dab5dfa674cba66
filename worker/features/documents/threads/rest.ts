import * as endpoints from '../../../../schema/documents/threads/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { deleteComment, updateComment } from './change.ts'
import { readBlockThreads, readCommentLines, readIntakeThreads, readThreads } from './read.ts'
import { createBlockThread, createIntakeThread } from './write.ts'

export const threadDoors: Door[] = [
  door(endpoints.listThreads, readThreads),
  door(endpoints.listCommentLines, readCommentLines),
  door(endpoints.updateComment, updateComment),
  door(endpoints.deleteComment, deleteComment),
  door(endpoints.listIntakeThreads, readIntakeThreads),
  door(endpoints.createIntakeThread, createIntakeThread),
  door(endpoints.listBlockThreads, readBlockThreads),
  door(endpoints.createBlockThread, createBlockThread),
]
