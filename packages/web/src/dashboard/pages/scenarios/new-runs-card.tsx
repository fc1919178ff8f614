import type { StoredTask } from '@assay/schema/api';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Card } from '../../../shared/cards/parts/card.tsx';
import { visibleLine } from '../../../shared/visible.ts';
import { api } from '../../client/api.ts';
import { ActionError } from '../../parts/action-error.tsx';
import { Field } from '../../parts/field.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useWorkspace } from '../../session/use-workspace.ts';

interface Agent {
  readonly id: string;
  readonly type: string;
  readonly model?: string;
  readonly command?: string;
  readonly agent?: string;
}

interface Order {
  readonly agent: Agent;
  readonly repeat: number;
  readonly label: string | null;
}

const TYPES = ['claude-code', 'codex', 'gemini', 'acp', 'command', 'oracle', 'nop'] as const;

/** Queues runs of a task for the workers. */
export function NewRunsCard({ task }: { task: StoredTask }) {
  const workspace_id = useWorkspace()?.workspace_id;
  const order = useAction({
    act: async (one: Order) => {
      const execute = { ...one, task_id: task.task_id, workspace_id };
      return (await api.createRuns({ execute } as never)).runs;
    },
    changes: ['runs', 'listRuns'],
  });
  return (
    <Card title="New runs">
      <OrderForm busy={order.isPending} submit={(one) => order.mutate(one)} />
      <ActionError error={order.error} />
      {order.data === undefined ? null : (
        <ul className="ordered" role="status" aria-label="Created runs">
          {order.data.map(({ run_id, agent_id, status }) => (
            <li key={run_id}>
              <span className="pill">{status}</span> <bdi>{visibleLine(agent_id)}</bdi>{' '}
              <Link to="/runs/$run_id" params={{ run_id } as never}>
                <code>{run_id}</code>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function OrderForm({ busy, submit }: { busy: boolean; submit: (order: Order) => void }) {
  const [type, setType] = useState<(typeof TYPES)[number]>('claude-code');
  const [texts, setTexts] = useState({ id: '', model: '', command: '', agent: '', repeat: '1', label: '' });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const { id, model, command, agent, repeat, label } = texts;
    submit({
      agent: {
        id: id.trim() || type,
        type,
        ...(model.trim() === '' ? {} : { model: model.trim() }),
        ...(type === 'command' ? { command } : {}),
        ...(type === 'acp' && agent.trim() !== '' ? { agent: agent.trim() } : {}),
      },
      repeat: Number(repeat),
      label: label.trim() === '' ? null : label.trim(),
    });
  };
  const text = (name: keyof typeof texts, label: string, rest: object = {}) => (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="text"
          spellCheck={false}
          maxLength={200}
          value={texts[name]}
          onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
          {...rest}
        />
      )}
    </Field>
  );
  return (
    <form className="form" onSubmit={onSubmit} aria-label="New runs">
      <Field label="Agent">
        {(control) => (
          <select {...control} value={type} onChange={(event) => setType(event.target.value as typeof type)}>
            {TYPES.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        )}
      </Field>
      {text('id', 'Display name', { placeholder: type })}
      {text('model', 'Model', { placeholder: 'default' })}
      {type === 'command' ? text('command', 'Command', { required: true, maxLength: 2_000 }) : null}
      {type === 'acp' ? text('agent', 'Program', { required: true }) : null}
      {text('repeat', 'Repeats', { type: 'number', min: 1, max: 100, step: 1 })}
      {text('label', 'Label', { placeholder: 'none' })}
      <div className="form-end">
        <button type="submit" className="primary" disabled={busy}>
          Start run
        </button>
      </div>
    </form>
  );
}
