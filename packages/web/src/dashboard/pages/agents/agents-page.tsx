import './agents.css';
import { Link, useSearch } from '@tanstack/react-router';
import { Paged, usePages } from '../../parts/paged.tsx';
import { readSearchText, type Search } from '../../search.ts';
import { Ladder } from './ladder.tsx';
import { NoAgents } from './no-agents.tsx';

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
