import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { businessDay } from '#shared/core/day.ts';
import { monthOfAll } from '#tests/kit/attendance-month.ts';
import { axeFindings, openBrowser, signInPage } from '#tests/kit/browser.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';

let app: TestServer;
let browser: Browser;
const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

beforeAll(async () => {
  app = await openTestServer({ realTime: true, env: { UNDO_SECONDS: '1' } });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

/** Given: field1 has not checked in, and their day start closed at six. */
async function closedDay(): Promise<void> {
  const [admin, field] = await Promise.all([app.signIn('admin'), app.signIn('field1')]);
  const today = businessDay(app.clock.now());
  const stream = `attendance-${field.empId}-${today}`;
  const { version } = (await app.server.log.readStream(stream)).at(-1)!;
  const voided = await admin.command(
    stream,
    'cancelAttendance',
    { reason: 'Entered by mistake' },
    { version },
  );
  expect(voided.status, JSON.stringify(voided.body)).toBe(200);
  const month = await monthOfAll(admin);
  const { designationId, iPooId } = month.find(({ employeeId }) => employeeId === field.empId)!;
  const fields = { iDesignationId: designationId, iPooId, dFrom: today, tCutOff: '06:00', iGraceMin: 5 };
  const limit = await admin.command('master-inEndThreshold-new', 'create', { fields });
  expect(limit.status, JSON.stringify(limit.body)).toBe(200);
}

it(
  'after the cut-off a field executive asks on the phone, the team lead approves, and the day starts',
  { tags: ['full'] },
  async () => {
    await closedDay();
    const field = await signInPage(browser, app, 'field1', '/customerVisit', {
      ...{ width: 390, height: 844, language: 'es', scheme: 'dark' },
    });
    const { page } = field;
    await page.getByRole('button', { name: 'Registrar entrada' }).click();
    await page.getByText('El inicio del día cerró a las 06:00.', { exact: true }).waitFor();
    await picture(page, 'day-start-closed');
    await page.getByRole('button', { name: 'Pedir un inicio tardío' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pedir un inicio tardío' });
    await dialog.getByRole('button', { name: 'Enviar la solicitud' }).click();
    await dialog.getByText('Indique un motivo de al menos 5 caracteres.').waitFor();
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('El autobús llegó una hora tarde');
    expect(await axeFindings(page)).toEqual([]);
    await picture(page, 'day-start-ask');
    await dialog.getByRole('button', { name: 'Enviar la solicitud' }).click();
    await page.getByText(/está pendiente de su jefe de equipo/).waitFor();
    await picture(page, 'day-start-waits');

    const lead = await signInPage(browser, app, 'lead', '/approvals/lateStartEarlyStartApproval');
    await lead.page.locator('.ag-row', { hasText: 'El autobús llegó' }).first().click();
    const panel = lead.page.locator('.ops-panel');
    await panel.getByText('The employee may check in until the end of the day.').waitFor();
    await picture(lead.page, 'day-start-lead');
    await panel.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByText('Puede registrar su entrada hasta las 23:59.', { exact: true }).waitFor();
    await picture(page, 'day-start-allowed');
    await page.getByRole('button', { name: 'Registrar entrada' }).click();
    await page
      .getByRole('button', { name: /Salida|salida/ })
      .first()
      .waitFor();
    expect([field.faults, lead.faults].flat()).toEqual([]);
    await Promise.all([field.context.close(), lead.context.close()]);
  },
);
