/** Routes of the specification whose page the server renders itself: plain HTML that needs no script and no console. */
export const serverPages: ReadonlySet<string> = new Set(['/customerApp/taxInvoice/:uId']);
