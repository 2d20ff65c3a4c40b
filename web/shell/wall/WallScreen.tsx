import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { faces } from 'virtual:faces';
import type { FloorMark, FloorTile } from '#shared/families/wall-tiles.ts';
import { floorTiles } from '#shared/families/wall-tiles.ts';
import { formatAge, formatSeconds } from '#web/words/formats.ts';
import { useServerSecond } from '#web/words/server-clock.ts';
import { useLanguage } from '#web/words/words.ts';
import { useShell } from '../words.ts';
import type { ShellKey } from '../words.ts';
import { forgetDevice, pairedToken } from './device.ts';
import { WallLine } from './line.ts';
import { Pairing } from './Pairing.tsx';
import './wall.css';

/** A number older than this is shown as "–" (contract: wall), ms. */
export const staleAfterMs = 120_000;

const queueFaces = new Map(faces.filter(({ family }) => family === 'queue').map((face) => [face.name, face]));
/** A tile for every queue, then the wall's own. */
const boards = [...queueFaces.keys(), 'approvals', 'attendance'];

/** The kiosk page: one board, big enough for the other end of the room; pairs itself when it is not paired yet. */
export function WallScreen(): ReactNode {
  const { name = '' } = useParams();
  const [token, setToken] = useState(pairedToken);
  const [revoked, setRevoked] = useState(false);
  if (!token) return <Pairing revoked={revoked} onPaired={setToken} />;
  return (
    <Board
      key={`${name} ${token}`}
      name={name}
      token={token}
      onUnpaired={() => {
        forgetDevice();
        setRevoked(true);
        setToken(null);
      }}
    />
  );
}

function Board({ name, token, onUnpaired }: { name: string; token: string; onUnpaired: () => void }): ReactNode {
  const t = useShell();
  const [line] = useState(() => new WallLine(`wall/${name}`, token));
  const { standing, heardAt } = useSyncExternalStore(line.subscribe, line.state);
  useSyncExternalStore(line.rows.subscribe, () => line.rows.version);
  const now = useServerSecond();
  useEffect(() => {
    line.start();
    return () => line.stop();
  }, [line]);
  useEffect(() => {
    document.title = `${name} · ${t('product')}`;
  }, [name, t]);
  useEffect(() => {
    if (standing === 'unpaired') onUnpaired();
  }, [standing, onUnpaired]);
  const old = heardAt === null || now - heardAt > staleAfterMs;
  const tiles = floorTiles(line.rows.all() as unknown as Iterable<FloorMark>, boards, now);

  return (
    <main className="wall" data-old={old || undefined}>
      <header className="wall-head">
        <h1>{t('product')}</h1>
        <p role="status">
          {standing === 'unknown'
            ? t('wall.unknown')
            : heardAt === null
              ? t('wall.connecting')
              : standing === 'live' && !old
                ? t('wall.updated', { time: formatSeconds(heardAt) })
                : t('wall.noLine', { time: formatSeconds(heardAt) })}
        </p>
        <time className="ops-figures">{formatSeconds(now)}</time>
      </header>
      {standing !== 'unknown' && (
        <div className="wall-tiles">
          {tiles.map((tile) => (
            <Tile key={tile.id} tile={tile} old={old} now={now} />
          ))}
        </div>
      )}
    </main>
  );
}

function Tile({ tile, old, now }: { tile: FloorTile; old: boolean; now: number }): ReactNode {
  const t = useShell();
  const language = useLanguage();
  const show = (value: number): string => (old ? '–' : String(value));
  const people = tile.id === 'attendance';
  const tone = old ? 'muted' : tile.breached > 0 ? 'danger' : tile.atRisk > 0 ? 'warn' : 'ok';
  return (
    <section className="wall-tile" data-tone={tone}>
      <h2>{queueFaces.get(tile.id)?.title[language] ?? t(`wall.${tile.id}` as ShellKey)}</h2>
      <p className="wall-number ops-figures">
        {show(people ? tile.waiting - tile.held : tile.waiting)}
        {!people && <span>{t('wall.waiting')}</span>}
      </p>
      <dl>
        <div>
          <dt>{t(people ? 'wall.onBreak' : 'wall.held')}</dt>
          <dd className="ops-figures">{show(tile.held)}</dd>
        </div>
        {!people && (
          <div>
            <dt>{t('wall.oldest')}</dt>
            <dd className="ops-figures">{old || tile.oldestAt === null ? '–' : formatAge(now - Date.parse(tile.oldestAt))}</dd>
          </div>
        )}
        {!people && (
          <div data-tone={tile.atRisk > 0 ? 'warn' : undefined}>
            <dt>{t('wall.risk')}</dt>
            <dd className="ops-figures">{show(tile.atRisk)}</dd>
          </div>
        )}
        <div data-tone={tile.breached > 0 ? 'danger' : undefined}>
          <dt>{t('wall.breached')}</dt>
          <dd className="ops-figures">{show(tile.breached)}</dd>
        </div>
      </dl>
    </section>
  );
}
