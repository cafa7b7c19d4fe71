"""sacreBLEU's tokenisers that programs import by themselves."""
