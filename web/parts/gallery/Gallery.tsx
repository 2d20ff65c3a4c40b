import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { languages } from '#shared/core/words.ts';
import type { ReactNode } from 'react';
import { setLanguage, useLanguage } from '#web/words/words.ts';
import { useCommands } from '../commands/use-commands.ts';
import { KeySheet } from '../commands/KeySheet.tsx';
import { accents } from '../theme/palettes.ts';
import { setLook, useLook } from '../theme/look.ts';
import { ToastDock } from '../toast.tsx';
import { FieldsDemo } from './FieldsDemo.tsx';
import { GridRoomDemo } from './GridRoomDemo.tsx';
import { ListsDemo } from './ListsDemo.tsx';
import { StatesDemo } from './StatesDemo.tsx';

/** Every part in every state, for whoever builds with them. Only in `npm run dev`, at `/dev/parts`. */
export function Gallery(): ReactNode {
  const look = useLook();
  const language = useLanguage();
  const [sheet, setSheet] = useState(false);
  useCommands([{ id: 'keys.show', label: 'Keys', keys: 'Shift+?', run: () => setSheet(true) }]);
  return (
    <main style={{ display: 'flex', flexDirection: 'column', minHeight: '100vh' }}>
      <Stack gap="xl" p="lg" style={{ flex: 1 }}>
        <h1>Parts</h1>
        <Group gap="xs">
          {accents.map((accent) => (
            <Button key={accent} variant={look.accent === accent ? 'filled' : 'default'} onClick={() => setLook({ accent })}>
              {accent}
            </Button>
          ))}
          <Button variant="light" onClick={() => setLook({ scheme: look.scheme === 'dark' ? 'light' : 'dark' })}>
            {look.scheme}
          </Button>
          <Button variant="light" onClick={() => setLook({ density: look.density === 'compact' ? 'comfortable' : 'compact' })}>
            {look.density}
          </Button>
          <Button variant="light" onClick={() => setLook({ dir: look.dir === 'rtl' ? 'ltr' : 'rtl' })}>
            {look.dir}
          </Button>
          <Button variant="light" onClick={() => void setLanguage(languages.find((other) => other !== language) ?? 'en')}>
            {language}
          </Button>
        </Group>
        <GridRoomDemo />
        <ListsDemo />
        <FieldsDemo />
        <StatesDemo />
      </Stack>
      <ToastDock />
      <KeySheet open={sheet} onClose={() => setSheet(false)} />
    </main>
  );
}
