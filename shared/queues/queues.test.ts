import { describe, expect, it } from 'vitest';
import { may } from '../core/permission.ts';
import { queueNeed } from '../families/queue.ts';
import type { QueueDef } from '../families/queue.ts';
import { allAbouts } from '#server/core/registers.ts';
import { people } from '#tests/kit/life.ts';
import { queueitem } from '../streams/calls/queueitem/queueitem.ts';
import * as streams from '../streams/index.ts';
import * as queues from './index.ts';

const commandsOf = new Map(
  Object.values(streams).map(({ name, commands }) => [name, new Set(Object.keys(commands))]),
);

describe.each(Object.values(queues).map((queue) => [queue.name, queue as unknown as QueueDef] as const))(
  'the queue %s',
  (_name, queue) => {
    it('has a text for each column, action, input, stage and state in every language', () => {
      const { columns, actions, tones, translations } = queue;
      const keys = [
        'title',
        ...columns.map(({ name }) => `column.${name}`),
        ...actions.map(({ name }) => `action.${name}`),
        ...actions.flatMap(({ inputs = [] }) => inputs.map(({ name }) => `ask.${name}`)),
        ...actions.flatMap(({ shows = [] }) => shows.map(({ name }) => `answer.${name}`)),
        ...actions.flatMap(({ stages = [] }) => stages.map((stage) => `stage.${stage}`)),
        ...Object.keys(tones).map((tone) =>
          ['waiting', 'claimed', 'working', 'parked'].includes(tone) ? `state.${tone}` : `stage.${tone}`,
        ),
      ];
      for (const language of ['en', 'es'] as const)
        expect(keys.filter((key) => !translations[language][key])).toEqual([]);
    });
    it('gives no key to two actions that are offered together', () => {
      const used = queue.actions.flatMap(({ key }) => key ?? []);
      expect(new Set(used).size).toBe(used.length);
    });
    it('names commands that exist', () => {
      const unknown = queue.actions.filter(
        ({ aggregate, command }) =>
          !(aggregate === 'queueitem'
            ? queueitem.commands[command]
            : commandsOf.get(aggregate)?.has(command)),
      );
      expect(unknown).toEqual([]);
    });
    it('lists only existing columns in its panel', () => {
      const keys = queue.columns.map(({ name }) => name);
      expect((queue.panel ?? []).filter((key) => !keys.includes(key))).toEqual([]);
    });
    it('offers its readers a discussion of the subject', () => {
      const about = allAbouts()[queue.subject];
      const reader = { ...people.agent1!, rights: new Set([queueNeed(queue)]) };
      expect(about && may(reader, about.needs).ok).toBe(true);
    });
    it('offers claim only where rows are claimed', () => {
      const claiming = queue.actions.filter(({ name }) =>
        ['claim', 'release', 'park', 'takeOver'].includes(name),
      ).length;
      expect(claiming).toBe(queue.lease === null ? 0 : 4);
    });
  },
);
