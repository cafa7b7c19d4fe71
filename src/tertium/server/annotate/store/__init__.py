"""What annotation keeps: projects, sheets and their logs, judgements, measures, archives."""
