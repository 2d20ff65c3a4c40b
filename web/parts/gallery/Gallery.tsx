import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { languages } from '#shared/core/translations.ts';
import type { ReactNode } from 'react';
import { setLanguage, useLanguage } from '#web/locales/translations.ts';
import { useCommands } from '../commands/use-commands.ts';
import { KeySheet } from '../commands/KeySheet.tsx';
import { accents } from '../theme/palettes.ts';
import { setAppearance, useAppearance } from '../theme/appearance.ts';
import { ToastDock } from '../toast.tsx';
import { EvidenceDemo } from './EvidenceDemo.tsx';
import { FieldsDemo } from './FieldsDemo.tsx';
import { GridRoomDemo } from './GridRoomDemo.tsx';
import { LinesDemo } from './LinesDemo.tsx';
import { ListsDemo } from './ListsDemo.tsx';
import { StatesDemo } from './StatesDemo.tsx';

/** Every part in every state, for developers. Only in `npm run dev`, at `/dev/parts`. */
export function Gallery(): ReactNode {
  const appearance = useAppearance();
  const language = useLanguage();
  const [sheet, setSheet] = useState(false);
  useCommands([{ id: 'keys.show', label: 'Keys', keys: 'Shift+?', run: () => setSheet(true) }]);
  return (
    <main style={{ display: 'flex', flexDirection: 'column', minHeight: '100vh' }}>
      <Stack gap="xl" p="lg" style={{ flex: 1 }}>
        <h1>Parts</h1>
        <Group gap="xs">
          {accents.map((accent) => (
            <Button
              key={accent}
              variant={appearance.accent === accent ? 'filled' : 'default'}
              onClick={() => setAppearance({ accent })}
            >
              {accent}
            </Button>
          ))}
          <Button
            variant="light"
            onClick={() => setAppearance({ scheme: appearance.scheme === 'dark' ? 'light' : 'dark' })}
          >
            {appearance.scheme}
          </Button>
          <Button
            variant="light"
            onClick={() =>
              setAppearance({ density: appearance.density === 'compact' ? 'comfortable' : 'compact' })
            }
          >
            {appearance.density}
          </Button>
          <Button
            variant="light"
            onClick={() => setAppearance({ dir: appearance.dir === 'rtl' ? 'ltr' : 'rtl' })}
          >
            {appearance.dir}
          </Button>
          <Button
            variant="light"
            onClick={() => void setLanguage(languages.find((other) => other !== language) ?? 'en')}
          >
            {language}
          </Button>
        </Group>
        <EvidenceDemo />
        <GridRoomDemo />
        <ListsDemo />
        <LinesDemo />
        <FieldsDemo />
        <StatesDemo />
      </Stack>
      <ToastDock />
      <KeySheet open={sheet} onClose={() => setSheet(false)} />
    </main>
  );
}
