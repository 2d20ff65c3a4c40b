import type { ReactNode } from 'react';
import { deployment } from '../deployment.ts';
import { useShell } from '../translations.ts';

const usual = ['demo', 'development', 'staging', 'production'] as const;

/** The name of this environment, translated where it is a usual one. */
export function useEnvironment(): string {
  const t = useShell();
  const { environment } = deployment;
  const known = usual.find((name) => name === environment);
  return known ? t(`environment.${known}`) : environment;
}

export function EnvironmentLabel(): ReactNode {
  const t = useShell();
  const name = useEnvironment();
  return name === '' ? null : (
    <span className="sh-environment" data-environment={deployment.environment} title={t('environment')}>
      {name}
    </span>
  );
}
