/** Thrown by a migration that the processes of the version before cannot live with, while one of their workers runs. */
export class OldProcessesRun extends Error {
  override name = 'OldProcessesRun'
}
