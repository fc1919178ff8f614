import './agents.css';
import { Link, useSearch } from '@tanstack/react-router';
import { Paged, usePages } from '../../parts/paged.tsx';
import { readSearchText, type Search } from '../../search.ts';
import { Ladder } from './ladder.tsx';
import { NoAgents } from './no-agents.tsx';

/** The agents of the organization: the ladder, or all of them by name. */
export function AgentsPage() {
  const order = readSearchText(useSearch({ strict: false }) as Search, 'order') === 'name' ? 'name' : 'score';
  const agents = usePages('listAgents', { order, limit: 100 });
  return (
    <>
      <title>Agents · Assay</title>
      <header className="page-head">
        <h1>Agents</h1>
        <nav className="choices" aria-label="Agents to show">
          <Link to="/agents" search={{} as never} aria-current={order === 'score' ? 'page' : undefined}>
            Ladder
          </Link>
          <Link to="/agents" search={{ order: 'name' } as never} aria-current={order === 'name' ? 'page' : undefined}>
            All by name
          </Link>
        </nav>
      </header>
      <section className="card" aria-label={order === 'name' ? 'All agents' : 'Ladder'}>
        <Paged pages={agents} what="the agents" lines={8} empty={<NoAgents order={order} />}>
          {(items) => <Ladder agents={items} />}
        </Paged>
      </section>
    </>
  );
}
