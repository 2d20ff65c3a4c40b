const place = (empId: number, room: string): string => `ops-draft:${empId}:chat:${room}`;

/** What was typed in a room and not sent, kept on this machine until it is or its writer signs out. */
export function chatDraft(empId: number, room: string): string {
  try {
    return localStorage.getItem(place(empId, room)) ?? '';
  } catch {
    return ''; // storage switched off: nothing was kept
  }
}

export function keepChatDraft(empId: number, room: string, text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(place(empId, room));
    else localStorage.setItem(place(empId, room), text);
  } catch {
    // storage full or switched off: what is typed stands in the field only
  }
}
