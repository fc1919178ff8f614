import './agents.css';
import { Link, useSearch } from '@tanstack/react-router';
import { Paged, usePages } from '../../parts/paged.tsx';
import { PushCommands } from '../../parts/push-commands.tsx';
import { readSearchText, type Search } from '../../search.ts';
import { Empty } from '../../states/empty.tsx';
import { Ladder } from './ladder.tsx';

const LADDER = { order: 'score', first: { sort: 'rank', order: 'asc' } } as const;
const ALL = { order: 'name', first: { sort: 'agent', order: 'asc' } } as const;

/** The agents of the organization: the ladder, or all of them. */
export function AgentsPage() {
  const isAll = readSearchText(useSearch({ strict: false }) as Search, 'view') === 'all';
  const { order, first } = isAll ? ALL : LADDER;
  const agents = usePages('listAgents', { order, limit: 100 });
  return (
    <>
      <title>Agents · Assay</title>
      <header className="page-head">
        <h1>Agents</h1>
        <nav className="choices" aria-label="Agents to show">
          <Link to="/agents" search={{} as never} aria-current={isAll ? undefined : 'page'}>
            Ladder
          </Link>
          <Link to="/agents" search={{ view: 'all' } as never} aria-current={isAll ? 'page' : undefined}>
            All by name
          </Link>
        </nav>
      </header>
      <section className="card" aria-label={isAll ? 'All agents' : 'Ladder'}>
        <Paged pages={agents} what="the agents" lines={8} empty={<NoAgents order={order} />}>
          {(items) => <Ladder agents={items} first={first} rest={agents} />}
        </Paged>
      </section>
    </>
  );
}

/** Shown if no agent is ranked, or none was ever evaluated. */
function NoAgents({ order }: { order: 'score' | 'name' }) {
  if (order === 'score')
    return (
      <Empty title="No ranked agents yet">
        <p className="note">
          An agent needs 50 evaluations for a rank.{' '}
          <Link to="/agents" search={{ view: 'all' } as never}>
            Show all agents
          </Link>
        </p>
      </Empty>
    );
  return (
    <Empty title="No agents yet">
      <p className="note">
        Every graded run adds an evaluation of its agent. Run an agent on any machine and push the run:
      </p>
      <PushCommands commands={['run SCENARIO --agent claude-code --push']} />
      <p className="note">
        To evaluate an output of your own program, use <code>assay evaluate</code>, the SDK or the{' '}
        <a href="/docs">API</a>.
      </p>
    </Empty>
  );
}
