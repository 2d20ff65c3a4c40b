/** The row of `marks` with the instant of the last complete backup. */
export const backupMark = 'lastBackup';
