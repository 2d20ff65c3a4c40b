/** Photos of input that was not sent yet, on this device. Deleted as a whole when their person leaves it. */
export const photoDatabase = 'ops-draft-photos';
